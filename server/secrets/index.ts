export { type BoxFor, boxesOf, deriveKey, SecretBox } from './secret-box.ts';
