export {
  image,
  imageIdOf,
  imageTypes,
  imageUpload,
  imageUrl,
  maxImageBytes,
  maxImageSide,
  UploadedImage,
} from './calls.ts';
