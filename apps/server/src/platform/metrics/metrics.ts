import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Value of a gauge, with its labels. */
export interface Figure<Label extends string = string> {
  readonly value: number;
  readonly labels?: Readonly<Record<Label, string>>;
}

/** Help text and label names of a gauge. */
interface GaugeOf {
  readonly help: string;
  readonly labels?: readonly string[];
}

/** Values by the name of their gauge. */
export type Figures<Name extends string = string> = Readonly<Partial<Record<Name, readonly Figure[] | number>>>;

/** Group of gauges that are read together on each scrape. */
export interface Reading<Name extends string = string> {
  readonly gauges: Readonly<Record<Name, GaugeOf>>;
  read(): Figures<Name> | Promise<Figures<Name>>;
}

/**
 * Metrics of this process, for its operator. A label never names a person, a school or an address: readers of metrics need no personal
 * data, and each label value is a separate series.
 */
export interface Metrics {
  /** Returns a counter since the start of the process; the same counter for the same name. */
  counter<Label extends string>(name: string, help: string, labels: readonly Label[]): Counter<Label>;
  /** Returns a histogram of durations in seconds; the same histogram for the same name. */
  histogram<Label extends string>(
    name: string,
    help: string,
    labels: readonly Label[],
    buckets: readonly number[],
  ): Histogram<Label>;
  /** Registers a reading, replacing an earlier one of the same name. */
  watch<Name extends string>(name: string, reading: Reading<Name>): void;
  /** Returns all metrics in Prometheus format. Readings that fail or time out are left out and reported by `mfuko_reading_failed`. */
  text(): Promise<{ readonly contentType: string; readonly body: string }>;
}

/** Timeout of a scrape. Prometheus gives up after 10 seconds, and would take a server with a slow database for one that is down. */
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

  /** Reads one after the other, so that a scrape uses only one connection of the pool. */
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
        // Reported by `mfuko_reading_failed`; the other readings continue.
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

/** Removes a gauge's value: reset alone sets a gauge without labels to 0, which would look like a measurement. */
function empty(gauge: Gauge, of: GaugeOf | undefined): void {
  gauge.reset();
  if (!of?.labels) gauge.remove();
}

function put(gauge: Gauge | undefined, found: readonly Figure[] | number | undefined): void {
  if (!gauge || found === undefined) return;
  for (const { labels, value } of typeof found === 'number' ? [{ value: found, labels: undefined }] : found)
    gauge.set({ ...labels }, value);
}
