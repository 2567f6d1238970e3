import type { Reporter } from '@playwright/test/reporter';
import { reorder } from '#assertions/playwright';
import { drawn } from '#factories/drawn';
import { oldestProof } from '#results/history/rolling';
import { settings } from '#run/context';

/**
 * Draws the order of each endpoint's files from SEED, and of their tests where each runs by itself, so that no target
 * can tell a request by its place. Where a budget is spent over several nights, those come first whose proof is the oldest.
 */
export default class OrderReporter implements Reporter {
  async preprocess({ suite }: Parameters<NonNullable<Reporter['preprocess']>>[0]): Promise<void> {
    const proof = oldestProof();
    reorder(suite, (name, ids) => `${proof(ids)} ${drawn(settings().SEED, name)}`);
  }

  printsToStdio(): boolean {
    return false;
  }
}
