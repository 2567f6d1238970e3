import { register } from '../../suite/core/covers.ts';
import { must, question, should } from '../../suite/core/requirement.ts';

export const { requirements, covers } = register('test-users', {
  'USR-01': must('2.3', 'A created test user has every member of the response, each of its type and format.'),
  'USR-02': must('2.3', 'The site_id comes back as sent.', 'logic'),
  'USR-03': must('2.3', 'The description comes back as sent.', 'logic'),
  'USR-04': must('2.3', 'A test user is created on each of the known sites.', 'logic'),
  'USR-05': must('2.3', 'Two test users have two ids.', 'state', 'logic'),
  'USR-06': must('preamble', 'A created test user is JSON with a JSON media type.'),
  'USR-07': must('preamble', 'The body of a refusal, where there is one, is JSON with a JSON media type.'),
  'USR-10': must(
    '2.3',
    'A request without description is refused with a listed status.',
    'validation',
    'errors',
  ),
  'USR-11': must('2.3', 'A request without site_id is refused with a listed status.', 'validation', 'errors'),
  'USR-12': must('5', 'A request without a token is refused with a listed status.', 'credentials', 'errors'),
  'USR-13': must('5', 'A made-up token is refused with a listed status.', 'identity', 'errors'),
  'USR-14': must('3', 'An expired token is refused with a listed status.', 'identity', 'state', 'errors'),
  'USR-15': must('7', 'A token that may not create test users is answered 403.', 'identity', 'errors'),
  'USR-16': must('7', 'A creation that finds no resource is answered 404.', 'identity', 'errors'),
  'USR-17': must('7', 'A creation that fails inside the service is answered 500.', 'identity', 'errors'),
  'USR-20': should('7', 'A refusal carries the label that is listed for its status.', 'errors'),
  'USR-21': should('2.3', 'A field of a wrong type never answers 5xx, and its error is JSON.'),
  'USR-22': should('2.3', 'An unknown site never answers 5xx.'),
  'USR-23': should('2.3', 'A body that is no object never answers 5xx, and its error is JSON.'),
  'USR-24': should('preamble', 'Malformed JSON never answers 5xx, and its error is JSON.'),
  'USR-25': should('2.3', 'The dates have the form of RFC 3339, which libraries of every language read.'),
  'USR-30': should('5', 'A token that is sent otherwise than as a bearer token is refused.', 'credentials'),

  'USR-60': question('2.3', 'Which other country sites take test users?'),
  'USR-61': question('2.3', 'Which site_status does a new test user have?'),
  'USR-62': question('7', 'Which status and code does each kind of refusal have?'),
  'USR-63': question('7', 'What is the shape of a test user error?'),
  'USR-64': question('4', 'Which status does a created test user have?'),
  'USR-65': question('8', 'How long may a description be?'),
});
