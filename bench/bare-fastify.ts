import { Type } from 'typebox';
import { TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox';
import fastify from 'fastify';

/**
 * The baseline of the order benchmark: the same framework with one validated POST and no work behind it. Prints its
 * address and serves until it is terminated.
 */
const app = fastify().setValidatorCompiler(TypeBoxValidatorCompiler);
const body = Type.Object({ currency_match_id: Type.Integer(), number: Type.String(), price: Type.String() });
app.post('/api/tx_in/add', { schema: { body } }, () => ({ code: 1, message: '', data: null }));
const address = await app.listen({ port: 0, host: '127.0.0.1' });
process.stdout.write(`${address}\n`);
