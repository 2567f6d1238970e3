/** Calls back when the process that started this one is gone: npm and a shell may end at SIGTERM without passing it on. */
export function whenOrphaned(callback: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    callback();
  }, 200);
  timer.unref();
}
