export const MARK: 'SDK_GATE_RUN';
export function endMarked(mark: string): void;
