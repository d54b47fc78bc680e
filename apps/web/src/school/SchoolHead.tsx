import type { AnswerOf } from '@mfuko/contract/endpoint';
import type { getPaperHead } from '@mfuko/contract/schools';
import { useTranslation } from '../lib/i18n.ts';
import classes from './PaperHead.module.css';

interface SchoolHeadProps {
  readonly head: AnswerOf<typeof getPaperHead> | undefined;
  readonly name: string | undefined;
  /** True on the roll of a receipt printer. */
  readonly narrow?: boolean | undefined;
  /** True while the head is loading; printing waits for it. */
  readonly busy?: boolean | undefined;
}

/** Logo, name and place of a school at the top of a paper. */
export function SchoolHead({ head, name, narrow, busy }: SchoolHeadProps) {
  const { t } = useTranslation('school');
  const place = [head?.pobox && t('pobox', { pobox: head.pobox }), head?.town].filter(Boolean).join(', ');
  const logo = head?.b64Logo;
  return (
    <header className={classes.head} data-narrow={narrow || undefined} aria-busy={busy}>
      {logo && <img src={logo.startsWith('data:') ? logo : `data:image/png;base64,${logo}`} alt="" />}
      <div>
        <p className={classes.name}>{name}</p>
        {place && <p>{place}</p>}
      </div>
    </header>
  );
}
