export { images } from './capability.ts';
export { Images, type Attachment, type ImagesPort } from './images.ts';
