import '@mantine/core/styles/Image.css';
import { Image } from '@mantine/core';
import { IconSchool } from '@tabler/icons-react';
import classes from './SchoolLogo.module.css';

interface SchoolLogoProps {
  readonly school: { readonly b64Logo: string | null };
  readonly size: number;
}

/** Logo beside the school's name, hence without alternative text. The server re-encodes every logo as PNG. */
export function SchoolLogo({ school: { b64Logo }, size }: SchoolLogoProps) {
  if (!b64Logo)
    return (
      <span className={classes.none} style={{ width: size, height: size }} aria-hidden>
        <IconSchool size={size * 0.6} stroke={1.6} />
      </span>
    );
  const source = b64Logo.startsWith('data:') ? b64Logo : `data:image/png;base64,${b64Logo}`;
  return <Image src={source} alt="" w={size} h={size} fit="contain" className={classes.logo} />;
}
