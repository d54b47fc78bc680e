import { useTranslation } from '../../lib/i18n.ts';
import { CollectDialog } from './CollectDialog.tsx';
import { LaneBehind, LeaveDialog, OverrideDialog, UnsentDialog } from './Dialogs.tsx';
import { KeysDialog } from './KeysDialog.tsx';
import type { Lane } from './lane/lane.ts';
import type { Line } from './queue/line.ts';
import { ReleaseDialog } from './ReleaseDialog.tsx';

/** Dialog of the gate: a question to the guard, or a page that is shown on top. */
export type Question =
  | { readonly about: 'keys' | 'leaving' }
  | { readonly about: 'reason' | 'release' | 'collector'; readonly line: Line };

export interface GateDialogProps {
  /** Null while no dialog is open. */
  readonly question: Question | null;
  readonly lane: Lane;
  /** Number of students without an answer, and of events that are stored on this device. */
  readonly open: number;
  readonly kept: number;
  /** Number of children for whom nobody has said who collects them. */
  readonly asked: number;
  readonly onClose: () => void;
  readonly onLogout: () => void;
}

/** All dialogs of the gate in one lazy chunk, so that either all of them can open at once or none can. */
export function GateDialog(props: GateDialogProps) {
  // Subscribes to texts that were loaded together with this chunk.
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
