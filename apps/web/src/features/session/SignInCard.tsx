import { Paper, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { config } from '../../lib/config.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { Logo } from '../../ui/Logo.tsx';
import { Background } from './Background.tsx';
import classes from './SignInPage.module.css';

interface SignInCardProps {
  readonly title: string;
  readonly heading: string;
  /** Element at the end of the platform's name. */
  readonly corner?: ReactNode;
  readonly children: ReactNode;
}

/** Card over the daily picture, for screens before the sign-in. */
export function SignInCard({ title, heading, corner, children }: SignInCardProps) {
  const { t } = useTranslation('session');
  const { platformName } = config();
  useEffect(() => {
    document.title = `${title} · ${platformName}`;
  }, [title, platformName]);
  return (
    <div className={classes.page}>
      <Background />
      <main className={classes.main}>
        <Paper className={classes.card} shadow="xl">
          <div className={classes.brand}>
            <Logo size={44} />
            <div>
              <div className={classes.name}>{platformName}</div>
              <div className={classes.tagline}>{t('tagline')}</div>
            </div>
            {corner && <div className={classes.corner}>{corner}</div>}
          </div>
          <Title order={1} size="h2" mb="md">
            {heading}
          </Title>
          {children}
        </Paper>
      </main>
    </div>
  );
}
