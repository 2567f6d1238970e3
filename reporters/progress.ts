import { styleText } from 'node:util';
import type { FullConfig, Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter';
import { createLogUpdate } from 'log-update';
import { progressWords } from './words/progress-words.ts';

const QUIET = 10_000;

export default class ProgressReporter implements Reporter {
  private readonly stream: NodeJS.WriteStream;
  private readonly line: ReturnType<typeof createLogUpdate>;
  private readonly started = Date.now();
  private total = 0;
  private done = 0;
  private failed = 0;
  private written = Date.now();

  constructor({ stream = process.stderr }: { stream?: NodeJS.WriteStream } = {}) {
    this.stream = stream;
    this.line = createLogUpdate(stream);
  }

  onBegin(_config: FullConfig, suite: Suite): void {
    this.total = suite.allTests().length;
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    if (result.retry > 0) return; // run again to confirm what is told already
    this.done += 1;
    if (result.status === 'failed' || result.status === 'timedOut') this.fail(test);
    if (this.stream.isTTY) this.line(this.words());
    else if (Date.now() - this.written > QUIET) this.write(this.words());
  }

  onEnd(): void {
    if (this.stream.isTTY) this.line.clear();
  }

  printsToStdio(): boolean {
    return false;
  }

  private fail({ tags, title }: TestCase): void {
    this.failed += 1;
    const ids = tags.map((tag) => tag.slice(1)).join(' ');
    const mark = this.stream.isTTY && this.stream.hasColors() ? styleText('red', '✗') : '✗';
    if (this.stream.isTTY) this.line.clear();
    this.write(`${mark} ${ids} ${title}`);
  }

  private words(): string {
    const { done, total, failed } = this;
    return progressWords({ done, total, failed, milliseconds: Date.now() - this.started });
  }

  private write(line: string): void {
    this.stream.write(`${line}\n`);
    this.written = Date.now();
  }
}
