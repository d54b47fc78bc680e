import { IconAlertTriangle, IconClock, IconHandStop, IconLogin2, IconShieldQuestion } from '@tabler/icons-react';
import { useTranslation } from '../../../lib/i18n.ts';
import type { ScannerInUse } from '../../../lib/scanner/useScanner.ts';
import type { Message } from '../banner/Banner.tsx';
import { clock, useRefusalText } from '../refusals.ts';
import type { GateParts } from './gate-parts.ts';
import { soundOfTouch, type Touches } from './touches.ts';

/** Returns the banner's message: the result of the last finger, or the state of the scanner. */
export function useTouchMessage(
  { REFUSED, useIdle }: GateParts,
  touches: Touches,
  scanner: ScannerInUse,
  onTick: (admissionNumber: string) => void,
): Message {
  const { t } = useTranslation('touch');
  const refusalText = useRefusalText();
  const idle = useIdle(scanner);
  const news = touches.news.use();
  switch (news?.kind) {
    case 'ticked':
      return {
        ...{ tone: 'in', Icon: IconLogin2, large: true },
        title: `${news.touch.names} · ${news.touch.className}`,
        text: t('ticked', { at: clock(news.touch.at) }),
        action: { label: t('wrong'), run: () => void touches.takeBack(news.touch) },
      };
    case 'undone': {
      const text = t('undoneText', { who: news.touch.names });
      return { tone: 'waiting', Icon: IconHandStop, title: t('undone'), text, urgent: true };
    }
    case 'stands':
      return {
        ...REFUSED.refused,
        title: t('stands'),
        text: t('standsText', { who: news.touch.names }),
        urgent: true,
        action: { label: t('wrong'), run: () => void touches.takeBack(news.touch) },
      };
    case 'asking':
      return { tone: 'info', Icon: IconClock, title: t('asking') };
    case 'unanswered': {
      const text = t('unansweredText');
      return { tone: 'waiting', Icon: IconAlertTriangle, title: t('unanswered'), text, urgent: true };
    }
    case 'refused': {
      const { problem, detail } = news.refusal;
      if (problem === 'roll-call.not-expected') {
        const number = String(detail.admissionNumber ?? '');
        const who = String(detail.names ?? '');
        return {
          ...{ tone: 'unknown', Icon: IconShieldQuestion, urgent: true },
          title: t('notExpected', { who }),
          text: t('notExpectedText'),
          action: {
            label: t('anyway'),
            run: () => {
              touches.dismiss();
              onTick(number);
            },
          },
        };
      }
      const { title, text } = refusalText({ refusal: news.refusal, names: null, admissionNumber: '' });
      return { ...REFUSED[soundOfTouch(news.refusal)], title, text, urgent: true };
    }
    default:
      return idle.tone === 'ready' ? { ...idle, text: t('idle') } : idle;
  }
}
