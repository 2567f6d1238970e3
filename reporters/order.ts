import type { Reporter } from '@playwright/test/reporter';
import { drawn } from '../factories/drawn.ts';
import { reorder } from '../suite/fixtures/playwright.ts';
import { settings } from '../suite/run/context.ts';

/** Draws the order of each endpoint's files and of their tests from SEED, so that no target can tell a request by its place. */
export default class OrderReporter implements Reporter {
  async preprocess({ suite }: Parameters<NonNullable<Reporter['preprocess']>>[0]): Promise<void> {
    reorder(suite, (name) => drawn(settings().SEED, name));
  }

  printsToStdio(): boolean {
    return false;
  }
}
