import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** One figure of a reading. */
export interface Figure<Label extends string = string> {
  readonly value: number;
  readonly labels?: Readonly<Record<Label, string>>;
}

/** Gauge of a reading: what it means, and by what its figures are told apart. */
interface GaugeOf {
  readonly help: string;
  readonly labels?: readonly string[];
}

/** Figures by the name of their gauge. */
export type Figures<Name extends string = string> = Readonly<Partial<Record<Name, readonly Figure[] | number>>>;

/** Reading: gauges that are asked for together when somebody reads the metrics. */
export interface Reading<Name extends string = string> {
  readonly gauges: Readonly<Record<Name, GaugeOf>>;
  read(): Figures<Name> | Promise<Figures<Name>>;
}

/**
 * The numbers of this process, for its operator. A label is never a person, a school or an address: whoever reads the metrics needs to
 * know nobody, and each value of a label is a series of its own.
 */
export interface Metrics {
  /** Counts what happened since the process began. The same name answers the same counter. */
  counter<Label extends string>(name: string, help: string, labels: readonly Label[]): Counter<Label>;
  /** Measures how long something takes, in seconds. The same name answers the same histogram. */
  histogram<Label extends string>(
    name: string,
    help: string,
    labels: readonly Label[],
    buckets: readonly number[],
  ): Histogram<Label>;
  /** Hands in a reading under its name, in place of an earlier one of that name. */
  watch<Name extends string>(name: string, reading: Reading<Name>): void;
  /** All of it as Prometheus reads it. What could not be read in time is left out, and said in `mfuko_reading_failed`. */
  text(): Promise<{ readonly contentType: string; readonly body: string }>;
}

/** Prometheus gives up after 10 seconds, and would take a server whose database is slow for one that is down. */
const PATIENCE_MS = 5_000;

export function openMetrics(patienceMs: number = PATIENCE_MS): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const readings = new Map<string, { reading: Reading; gauges: Map<string, Gauge> }>();
  const failed = new Gauge({
    name: 'mfuko_reading_failed',
    help: '1 where the figures of a reading could not be had; they are left out',
    labelNames: ['reading'],
    registers,
  });
  let underWay: Promise<void> | null = null;

  /** One after the other: whoever looks takes one connection of the pool and no more. */
  async function readAll(): Promise<void> {
    for (const { reading, gauges } of readings.values())
      for (const [name, gauge] of gauges) empty(gauge, reading.gauges[name]);
    for (const name of readings.keys()) failed.set({ reading: name }, 1);
    for (const [name, { reading, gauges }] of readings) {
      try {
        const figures = await reading.read();
        for (const [gauge, found] of Object.entries(figures)) put(gauges.get(gauge), found);
        failed.set({ reading: name }, 0);
      } catch {
        // Said by `mfuko_reading_failed`; the others are read all the same.
      }
    }
  }

  return {
    counter: (name, help, labels) =>
      (registry.getSingleMetric(name) as Counter<(typeof labels)[number]> | undefined) ??
      new Counter({ name, help, labelNames: [...labels], registers }),
    histogram: (name, help, labels, buckets) =>
      (registry.getSingleMetric(name) as Histogram<(typeof labels)[number]> | undefined) ??
      new Histogram({ name, help, labelNames: [...labels], buckets: [...buckets], registers }),
    watch(name, reading) {
      for (const gauge of readings.get(name)?.gauges.keys() ?? []) registry.removeSingleMetric(gauge);
      const gauges = Object.entries<GaugeOf>(reading.gauges).map(
        ([gauge, { help, labels = [] }]) =>
          [gauge, new Gauge({ name: gauge, help, labelNames: [...labels], registers })] as const,
      );
      readings.set(name, { reading, gauges: new Map(gauges) });
    },
    async text() {
      underWay ??= readAll().finally(() => {
        underWay = null;
      });
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, patienceMs);
      });
      await Promise.race([underWay, late]);
      clearTimeout(timer);
      return { contentType: registry.contentType, body: await registry.metrics() };
    },
  };
}

/** Gauges without labels are set to 0 by a reset, which would be a figure. */
function empty(gauge: Gauge, of: GaugeOf | undefined): void {
  gauge.reset();
  if (!of?.labels) gauge.remove();
}

function put(gauge: Gauge | undefined, found: readonly Figure[] | number | undefined): void {
  if (!gauge || found === undefined) return;
  for (const { labels, value } of typeof found === 'number' ? [{ value: found, labels: undefined }] : found)
    gauge.set({ ...labels }, value);
}
