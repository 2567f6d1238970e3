import { endpoints } from './operations.ts';
import type { Requirement, Unasked } from './requirement.ts';

/** A row of the register with its id and the endpoint that it belongs to. */
export type RegisteredRequirement = Requirement &
  Partial<Pick<Unasked, 'unasked'>> & { readonly id: string; readonly endpoint: string };

/** Every row of the register in the order of the endpoints and of their files. */
export async function loadRegister(): Promise<RegisteredRequirement[]> {
  const parts = await Promise.all([...endpoints, 'service'].map(loadPart));
  return parts.flat();
}

/** Loaded by name, so that a new endpoint is a row of the operations and a folder, and no list has to be kept. */
async function loadPart(endpoint: string): Promise<RegisteredRequirement[]> {
  const part: { requirements: Record<string, Requirement & Partial<Unasked>> } = await import(
    `../tests/${endpoint}/requirements.ts`
  );
  return Object.entries(part.requirements).map(([id, row]) => ({ id, endpoint, ...row }));
}
