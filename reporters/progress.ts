import { styleText } from 'node:util';
import type { FullConfig, Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter';
import { createLogUpdate } from 'log-update';
import { isVerbose } from '#run/context';
import { wrap } from './words/run-words.ts';

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
    if (result.retry > 0) return; // run again to confirm what is reported already
    this.done += 1;
    if (result.status === 'failed' || result.status === 'timedOut') this.fail(test);
    if (this.stream.isTTY) this.line(this.words());
    else if (Date.now() - this.written > QUIET) this.write(this.words());
  }

  /** Prints what a verbose run prints of its requests. */
  onStdErr(chunk: string | Buffer): void {
    if (!isVerbose()) return;
    if (this.stream.isTTY) this.line.clear();
    this.stream.write(chunk);
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
    this.write(wrap(`✗ ${ids} ${title}`).join('\n').replace('✗', mark));
  }

  private words(): string {
    const { done, total, failed } = this;
    return describeProgress({ done, total, failed, milliseconds: Date.now() - this.started });
  }

  private write(line: string): void {
    this.stream.write(`${line}\n`);
    this.written = Date.now();
  }
}

type Progress = Readonly<Record<'done' | 'total' | 'failed' | 'milliseconds', number>>;

/** Returns the progress of a run in words: done, left, failures so far, and time left as soon as it is known. */
export function describeProgress({ done, total, failed, milliseconds }: Progress): string {
  const left = total - done;
  const remaining = done === 0 ? 0 : (milliseconds / done) * left;
  const isKnown = left > 0 && done >= Math.max(3, total / 50);
  const time = isKnown ? `, about ${duration(remaining)} left` : '';
  return `${done} of ${total} tests done, ${left} left, ${failed} failed${time}`;
}

/** Returns a duration in words: `45 s`, `3 min 20 s`, `1 h 5 min`. */
export function duration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
}
