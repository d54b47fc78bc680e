import type { Advice } from '@mfuko/fingerprint/extraction/advice';
import type { SeenPicture } from './picture.ts';

/** A student's impressions as a worker knows them. */
export interface RosterStudent {
  readonly studentId: string;
  /**
   * True if the student may be identified; a left one still counts where duplicates are looked for, a deleted one not.
   */
  readonly active: boolean;
  readonly fingerprintIds: readonly string[];
}

export interface Scored {
  readonly studentId: string;
  readonly active: boolean;
  readonly score: number;
}

/**
 * View: a picture with its template and its sketch. It goes back to whoever asked, to be held against sketches; the picture
 * can be handed on once.
 */
export interface View {
  readonly picture: SeenPicture;
  readonly template: Uint8Array<ArrayBuffer>;
  readonly sketch: Uint8Array<ArrayBuffer>;
}

/** Tasks: what the engine's workers do. Templates go to and fro in their packed form. */
export interface Tasks {
  /** Reads a picture of whatever form. Fails as ImageError. */
  decode: { ask: { base64: string; width?: number; height?: number; dpi?: number }; answer: SeenPicture };
  /** The template of a picture. */
  extract: {
    ask: { picture: SeenPicture };
    answer: View & { quality: number; qualityMinimum: number; advice: Advice | null; blank: boolean };
  };
  /**
   * The best score of a picture over enrolled impressions, whether it is a copy of a picture that was used, and whether its ridges were made
   * rather than printed by skin. A blank one is compared with nothing. Advice, where the score stays below `needed` and the picture is unclear.
   */
  match: {
    ask: { picture: SeenPicture; templates: Uint8Array[]; sketches: Uint8Array[]; needed: number };
    answer: View & {
      score: number;
      place: number;
      copied: boolean;
      rebuilt: boolean;
      advice: Advice | null;
      blank: boolean;
      /** Of the ridge periods, where it is one that growth does not explain. */
      ratio: number | null;
    };
  };
  /** Tells whether a picture is a copy of one that was used. */
  resemble: { ask: View & { sketches: Uint8Array[] }; answer: View & { copied: boolean } };
  /** The scores of a view with enrolled impressions of the finger that it is said to be, in their order, growth allowed for, and how clear its picture is. */
  inspect: {
    ask: View & { templates: Uint8Array[] };
    answer: View & { scores: number[]; quality: number; qualityMinimum: number };
  };
  /** The score of a template with each of the others. */
  compare: { ask: { template: Uint8Array; others: Uint8Array[] }; answer: { scores: number[] } };
  /** Which templates of a school this worker remembers. */
  recall: { ask: { schoolId: string }; answer: { fingerprintIds: string[] } };
  /** Remembers templates of a school, which count once a roster names them, and no more than `most` of all schools. */
  remember: { ask: { schoolId: string; templates: { id: string; bytes: Uint8Array }[]; most: number }; answer: null };
  /** Forgets templates at once, whatever roster still names them. */
  forget: { ask: { schoolId: string; fingerprintIds: readonly string[] }; answer: null };
  /** Sets which students of a school this worker searches, and forgets all templates that none of them has. */
  settle: { ask: { schoolId: string; stamp: string; students: readonly RosterStudent[] }; answer: null };
  /**
   * Searches a part of the students for a template; best first, at most two active and one more. Compares with everybody but one, or with the likeliest of
   * those who may be identified. `stale` where the worker does not know the roster of that stamp.
   */
  search: {
    ask: {
      schoolId: string;
      stamp: string;
      template: Uint8Array;
      from: number;
      everybody: boolean;
      but: string | null;
    };
    answer: { stale: true } | { stale: false; nearest: Scored[]; next: number | null };
  };
}

export type TaskName = keyof Tasks;
export type Task = { [Name in TaskName]: { readonly name: Name; readonly ask: Tasks[Name]['ask'] } }[TaskName];
