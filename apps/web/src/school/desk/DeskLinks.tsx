import type { Duty } from '@mfuko/contract/endpoint';
import { useTranslation } from '../../lib/i18n.ts';

/** Duties that give access to desks. */
export type DesksOf = readonly Duty[];

const DESKS = {
  gate: ['/app/checkin.fingerprint', 'gate'],
  canteen: ['/app/school.menu.consume', 'canteen'],
  bus: ['/app/check.trip', 'bus'],
  cash: ['/app/check.cash', 'cashier'],
} as const satisfies Record<string, readonly [string, Duty]>;

type Name = keyof typeof DESKS;

/** Links to the other desks of the lean entry that the user may work at. */
export function DeskLinks({ desks, here }: { readonly desks: DesksOf; readonly here: Name }) {
  const { t } = useTranslation('desk');
  return (Object.keys(DESKS) as Name[]).map((name) => {
    const [address, duty] = DESKS[name];
    if (name === here || !desks.includes(duty)) return null;
    return (
      <a key={name} href={address}>
        {t(`bar.${name}`)}
      </a>
    );
  });
}
