import { Button } from '@mantine/core';
import { useTranslation } from '../lib/i18n.ts';
import type { Destination } from '../lib/routes.ts';
import type shell from '../locales/en/shell.json';
import { LinkButton } from './links.tsx';

interface Named {
  /** Key of the screen's name in the `shell` texts: it is called here as in the menu. */
  readonly screen: keyof typeof shell.screens;
}

/** First step: what stands in an empty list: the way to the screen on which that is done of which the list tells. */
export function FirstStep({ screen, ...to }: Named & Destination) {
  const { t } = useTranslation('shell');
  return (
    <LinkButton variant="default" mt="xs" {...to}>
      {t(`screens.${screen}`)}
    </LinkButton>
  );
}

/** The same for a screen of the lean entry, which is a page of its own. */
export function FirstLeanStep({ screen, href }: Named & { readonly href: string }) {
  const { t } = useTranslation('shell');
  return (
    <Button variant="default" mt="xs" component="a" href={href}>
      {t(`screens.${screen}`)}
    </Button>
  );
}
