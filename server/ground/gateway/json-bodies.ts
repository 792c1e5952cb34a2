import { errorCodes, type FastifyInstance } from 'fastify';
import { InexactNumber, inexactNumberIn } from './exact-numbers.ts';
import { isNestedBeyond, maxNesting } from './nesting.ts';

/** Parses a text of a form like a body; null if it is no JSON, too deep, or has a number that is not exact. */
export function readJson(text: string): unknown {
  if (isNestedBeyond(text, maxNesting) || inexactNumberIn(text) !== null) return null;
  try {
    return JSON.parse(text, (key, value: unknown) => (key === '__proto__' ? undefined : value));
  } catch {
    return null;
  }
}

/** Parses JSON bodies; an empty body is an empty object, because clients send the header even without a body. */
export function acceptJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, finish) => {
    if (body.length === 0) finish(null, {});
    else if (isNestedBeyond(body.toString(), maxNesting)) finish(new errorCodes.FST_ERR_CTP_INVALID_JSON_BODY());
    else {
      const field = inexactNumberIn(body.toString());
      if (field === null) void parse(request, body.toString(), finish);
      else finish(new InexactNumber(field));
    }
  });
}
