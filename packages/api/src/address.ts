/** Apart from the schemas, so that pages of the console need not load these. */
export const API_PATH = '/api/v1';

export const IDEMPOTENCY_KEY = 'idempotency-key';
