export {
  image,
  imageIdOf,
  ImageReference,
  imageTypes,
  imageUpload,
  imageUrl,
  maxImageBytes,
  maxImageSide,
  UploadedImage,
} from './calls.ts';
