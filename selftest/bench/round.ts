import type { Cost } from './process.ts';
import type { Throughput } from './throughput.ts';

/** What one round measured, in the order in which it ran. */
export interface Round {
  readonly requests: number;
  readonly toFirst: number;
  readonly whole: Cost;
  readonly oneWorker: Cost;
  /** The whole run with fifteen faults, where everything fails, and where everything fails and is confirmed. */
  readonly faulty: Cost;
  readonly failing: Cost;
  readonly confirmed: Cost;
  /** The whole run where each answer takes 150 ms. */
  readonly slow: Cost;
  readonly floor: Cost;
  /** The floor with a project an endpoint, as the suite is laid out. */
  readonly floorInProjects: Cost;
  readonly floorOfOne: Cost;
  readonly replay: Cost;
  readonly smoke: Cost;
  readonly full: Cost;
  /** PRF-22 with so many preferences of seldom values an industry. */
  readonly seeds2: Cost;
  readonly seeds20: Cost;
  readonly seeds200: Cost;
  /** Once, before the rounds: it takes as long as all else of one. */
  readonly seeds2000: Cost;
  readonly http: Throughput;
  readonly fastify: Throughput;
  readonly mock: Throughput;
  readonly proxy: Throughput;
  readonly gate: Throughput;
}
