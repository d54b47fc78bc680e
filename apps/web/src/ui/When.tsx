import { ago, formatDate } from '../lib/format.ts';
import { useTranslation } from '../lib/i18n.ts';

/** Moment, formatted as dd/mm/yyyy hh:mm. */
export function When({ moment }: { moment: string }) {
  return drawWhen(moment);
}

/** Renders a moment in a list cell, without a component for each of a thousand rows. */
export function drawWhen(moment: string) {
  return <time dateTime={moment}>{formatDate(moment)}</time>;
}

/** Age of a moment, with the moment itself as a tooltip. */
export function Ago({ moment }: { moment: string }) {
  const text = useAgo();
  return (
    <time dateTime={moment} title={formatDate(moment)}>
      {text(moment)}
    </time>
  );
}

export function useAgo(): (moment: string | number) => string {
  const { t } = useTranslation('ui');
  return (moment) => {
    const { unit, count } = ago(moment, Date.now());
    return t(`ago.${unit}`, { count });
  };
}
