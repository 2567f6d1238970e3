import type { Send, SentRequest } from '#api/exchange';
import { appendToChannel, type ExchangeLine } from '#run/channels';
import type { RunContext } from '#run/run-context';
import { getScope } from '#run/running-test';
import { getFailure } from '../failure.ts';

const MOST_CHARACTERS = 30_000_000;

export type Recorder = ReturnType<typeof createRecorder>;

/** Creates the recorder of a worker, for the HAR file of a run with HAR=1. */
export function createRecorder({ replay, settings, targets }: Pick<RunContext, 'replay' | 'settings' | 'targets'>) {
  const isRecording = !replay && settings.HAR && targets.length === 0;
  let kept = 0;
  const record = (line: Omit<ExchangeLine, 'scope'>, scope = getScope()) => {
    kept += (line.request.body ?? '').length + (line.response?.text ?? '').length;
    appendToChannel('exchanges', kept > MOST_CHARACTERS ? { lost: true } : { ...line, scope });
  };
  /** Returns a sender to the service or its states whose exchanges are recorded. */
  const withRecording = (send: Send, of: ExchangeLine['of']): Send => {
    if (!isRecording) return send;
    return async (request) => {
      const line = { of, at: Date.now(), request };
      const scope = getScope();
      try {
        const { json, ...response } = await send(request);
        record({ ...line, response }, scope);
        return { ...response, json };
      } catch (error) {
        record({ ...line, failure: getFailure(error) }, scope);
        throw error;
      }
    };
  };
  /** Records a state whose values came from the environment, as if a URL had been asked. */
  const recordState = (request: SentRequest, values: Readonly<Record<string, unknown>>) => {
    const headers = { 'content-type': 'application/json' };
    const response = { status: 200, headers, text: JSON.stringify(values), milliseconds: 0 };
    if (isRecording) record({ of: 'states', at: Date.now(), request, response });
  };
  return { withRecording, recordState };
}
