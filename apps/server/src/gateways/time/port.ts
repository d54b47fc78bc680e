/** Network time, with the reading of this process's monotonic clock at the same moment. */
export interface NetworkTime {
  /** Unix milliseconds. */
  readonly networkMs: number;
  /** Reading of `performance.now()` at that moment. */
  readonly steadyMs: number;
}

/** Source of network time. */
export interface TimeSource {
  /** Name of the source, for messages. */
  readonly name: string;
  /** Returns null where no server answers, or the answers do not agree. */
  ask(): Promise<NetworkTime | null>;
}
