import type { Advice } from '@mfuko/fingerprint/extraction/advice';
import type { SeenPicture } from './picture.ts';

/** A student's impressions in the memory of a worker. */
export interface RosterStudent {
  readonly studentId: string;
  /** True if the student may be identified. A student who has left is still compared for duplicates, a deleted one is not. */
  readonly active: boolean;
  readonly fingerprintIds: readonly string[];
}

export interface Scored {
  readonly studentId: string;
  readonly active: boolean;
  readonly score: number;
}

/** View: a picture with its template and sketch, returned to the caller for comparison with sketches. Its pixels can be transferred once. */
export interface View {
  readonly picture: SeenPicture;
  readonly template: Uint8Array<ArrayBuffer>;
  readonly sketch: Uint8Array<ArrayBuffer>;
}

/** Tasks of the engine's workers. Templates are passed in packed form. */
export interface Tasks {
  /** Decodes a picture of any supported format. Fails as ImageError. */
  decode: { ask: { base64: string; width?: number; height?: number; dpi?: number }; answer: SeenPicture };
  /** Extracts the template of a picture. */
  extract: {
    ask: { picture: SeenPicture };
    answer: View & { quality: number; qualityMinimum: number; advice: Advice | null; blank: boolean };
  };
  /**
   * Returns the best score of a picture over enrolled impressions, whether the picture is a copy of a used one, and whether its ridges
   * were made rather than printed by skin. A blank picture is not compared. Advises if the score is below `needed` and the picture is
   * unclear.
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
      /** Ratio of the ridge periods, if odd: pressure does not explain it; null otherwise. */
      ratio: number | null;
    };
  };
  /** Tells whether a picture is a copy of a used one. */
  resemble: { ask: View & { sketches: Uint8Array[] }; answer: View & { copied: boolean } };
  /**
   * Returns the scores of a view with the enrolled impressions of the claimed finger, in their order and with growth allowed for, and
   * the quality.
   */
  inspect: {
    ask: View & { templates: Uint8Array[] };
    answer: View & { scores: number[]; quality: number; qualityMinimum: number };
  };
  /** Returns the score of a template with each of the others. */
  compare: { ask: { template: Uint8Array; others: Uint8Array[] }; answer: { scores: number[] } };
  /** Lists the templates of a school in this worker's memory. */
  recall: { ask: { schoolId: string }; answer: { fingerprintIds: string[] } };
  /** Stores templates of a school, which are searched once a roster names them, and keeps at most `most` of all schools. */
  remember: { ask: { schoolId: string; templates: { id: string; bytes: Uint8Array }[]; most: number }; answer: null };
  /** Drops templates at once, even if a roster still names them. */
  forget: { ask: { schoolId: string; fingerprintIds: readonly string[] }; answer: null };
  /** Sets the students of a school that this worker searches, and drops the templates of all others. */
  settle: { ask: { schoolId: string; stamp: string; students: readonly RosterStudent[] }; answer: null };
  /**
   * Searches a part of the students for a template and returns the nearest, best first, at most two active ones and one more. Compares
   * with everybody except `but`, or with the likeliest active candidates. `stale` means that the worker does not know the roster of
   * that stamp.
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
