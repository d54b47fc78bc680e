/** The network's time at a moment of this process's own steady clock. */
export interface NetworkTime {
  /** Unix milliseconds. */
  readonly networkMs: number;
  /** `performance.now()` at that moment. */
  readonly steadyMs: number;
}

/** Source of the network's time. */
export interface TimeSource {
  /** For whoever reads about a difference. */
  readonly name: string;
  /** Null where nobody answers, or where those who answer do not agree. */
  ask(): Promise<NetworkTime | null>;
}
