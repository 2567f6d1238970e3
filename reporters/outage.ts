import type { Reporter } from '@playwright/test/reporter';
import { unreachable } from '#http/circuit-breaker';

/** Ends the run, as Ctrl-C does, as soon as a worker tells that the target cannot be reached. */
export default class OutageReporter implements Reporter {
  private isEnding = false;

  onTestEnd(): void {
    if (this.isEnding || unreachable() === null) return;
    this.isEnding = true;
    process.kill(process.pid, 'SIGINT');
  }

  printsToStdio(): boolean {
    return false;
  }
}
