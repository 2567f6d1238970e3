import { register } from '#api/covers';
import { answers } from './rows/answers.ts';
import { grants } from './rows/grants.ts';
import { questions } from './rows/questions.ts';
import { reliances } from './rows/reliances.ts';
import { requests } from './rows/requests.ts';

export const { requirements, covers } = register('oauth-token', {
  ...answers,
  ...requests,
  ...grants,
  ...reliances,
  ...questions,
});
