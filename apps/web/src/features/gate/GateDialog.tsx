import { useTranslation } from '../../lib/i18n.ts';
import { CollectDialog } from './CollectDialog.tsx';
import { LaneBehind, LeaveDialog, OverrideDialog, UnsentDialog } from './Dialogs.tsx';
import { KeysDialog } from './KeysDialog.tsx';
import type { Lane } from './lane.ts';
import type { Line } from './queue.ts';
import { ReleaseDialog } from './ReleaseDialog.tsx';

/** Question that the gate asks its guard, or what it shows over the page. */
export type Question =
  | { readonly about: 'keys' | 'leaving' }
  | { readonly about: 'reason' | 'release' | 'collector'; readonly line: Line };

export interface GateDialogProps {
  /** Null where nothing is asked. */
  readonly question: Question | null;
  readonly lane: Lane;
  /** Students without an answer, and those that lie on this device. */
  readonly open: number;
  readonly kept: number;
  /** Those of whom nobody has said who collects. */
  readonly asked: number;
  readonly onClose: () => void;
  readonly onLogout: () => void;
}

/** The gate's dialogs: one part, fetched whole, so that none is here and another late. */
export function GateDialog(props: GateDialogProps) {
  // Fetched with its code.
  useTranslation('collectors');
  return <LaneBehind value={props.lane}>{dialogOf(props)}</LaneBehind>;
}

function dialogOf({ question, lane, open, kept, asked, onClose, onLogout }: GateDialogProps) {
  if (!question) return null;
  switch (question.about) {
    case 'keys':
      return <KeysDialog onClose={onClose} />;
    case 'leaving':
      return open > 0 ? (
        <LeaveDialog open={open} asked={asked} onStay={onClose} onLeave={onLogout} />
      ) : (
        <UnsentDialog kept={kept} asked={asked} onStay={onClose} onLeave={onLogout} />
      );
    case 'reason':
      return <OverrideDialog line={question.line} lane={lane} onClose={onClose} />;
    case 'release':
      return <ReleaseDialog line={question.line} queue={lane.queue} onClose={onClose} />;
    case 'collector':
      return <CollectDialog key={question.line.key} line={question.line} lane={lane} onClose={onClose} />;
  }
}
