import writeFileAtomic from 'write-file-atomic';
import { loadRegister } from '../register.ts';
import { coverage } from './coverage.ts';
import { envExample } from './env-example.ts';
import { listTests } from './listed-tests.ts';

// Writes what is derived from the code: .env.example and docs/coverage.md.
await writeFileAtomic('.env.example', envExample());
await writeFileAtomic('docs/coverage.md', coverage(await loadRegister(), await listTests()));
