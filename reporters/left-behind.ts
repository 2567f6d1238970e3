import type { Reporter } from '@playwright/test/reporter';
import { writeCreatedResources } from '#safety/created-resources';
import { listCreatedResources } from '#safety/journal';

/** Keeps reports/left-behind.json of this run: empty at its start, whole at its end, however it ends. */
export default class LeftBehindReporter implements Reporter {
  private hasBegun = false;

  onTestBegin(): void {
    if (!this.hasBegun) writeCreatedResources([]);
    this.hasBegun = true;
  }

  onEnd(): void {
    if (this.hasBegun) writeCreatedResources(listCreatedResources());
  }

  printsToStdio(): boolean {
    return false;
  }
}
