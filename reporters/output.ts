import { setImmediate } from 'node:timers/promises';
import type { FullResult, Reporter } from '@playwright/test/reporter';
import { onLostOutput } from '#run/process/output';

/** Ends a run as failed where what it printed was lost; its reports are written all the same. */
export default class OutputReporter implements Reporter {
  private isLost = false;

  constructor() {
    onLostOutput(() => {
      this.isLost = true;
    });
  }

  async onEnd(): Promise<{ status: FullResult['status'] } | undefined> {
    await setImmediate(); // a pipe says only later that it is closed
    return this.isLost ? { status: 'failed' } : undefined;
  }

  printsToStdio(): boolean {
    return false;
  }
}
