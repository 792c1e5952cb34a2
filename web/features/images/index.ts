export { ImageField } from './image-field.tsx';
export { OwnImage } from './own-image.tsx';
export { uploadImage } from './upload-image.ts';
