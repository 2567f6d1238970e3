import type { Reporter } from '@playwright/test/reporter';
import { resources } from '#safety/journal';
import { saveLeftBehind } from '#safety/left-behind';

/** Keeps reports/left-behind.json of this run: empty at its start, whole at its end, however it ends. */
export default class LeftBehindReporter implements Reporter {
  private hasBegun = false;

  onTestBegin(): void {
    if (!this.hasBegun) saveLeftBehind([]);
    this.hasBegun = true;
  }

  onEnd(): void {
    if (this.hasBegun) saveLeftBehind(resources());
  }

  printsToStdio(): boolean {
    return false;
  }
}
