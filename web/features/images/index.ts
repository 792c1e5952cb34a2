export { ImageField } from './image-field.tsx';
export { OwnImage } from './own-image.tsx';
export { shrinkImage } from './shrink-image.ts';
export { uploadImage } from './upload-image.ts';
