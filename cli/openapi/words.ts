/** Said of each success. */
export const successWords =
  'Success. The reference shows no status of success: any 2xx conforms, and this one stands for it.';

/** Said of each error. */
export const errorWords =
  'The shape of an error body is not shown: the code or label stands in some text of it.';
