import { Type } from 'typebox';
import { TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox';
import fastify from 'fastify';

/**
 * The peer of the order benchmark: the same framework, one validated POST, nothing behind it. Prints its port and
 * serves until it is ended.
 */
const app = fastify().setValidatorCompiler(TypeBoxValidatorCompiler);
const body = Type.Object({ currency_match_id: Type.Integer(), number: Type.String(), price: Type.String() });
app.post('/api/tx_in/add', { schema: { body } }, () => ({ code: 1, message: '', data: null }));
const address = await app.listen({ port: 0, host: '127.0.0.1' });
process.stdout.write(`${address}\n`);
