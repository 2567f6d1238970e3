/** Asks as the test suite of an SDK does, and returns the response. */
export const ask = async (method, path, body, token = 'APP_USR-4711-its-own') => {
  const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
  const answer = await fetch(process.env.MP_BASE_URL + path, { method, headers, body: body && JSON.stringify(body) });
  return { status: answer.status, stub: answer.headers.get('x-stub'), ...(await answer.json().catch(() => ({}))) };
};
