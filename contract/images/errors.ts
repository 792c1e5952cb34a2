export const imageErrors = {
  image_type: [],
  image_too_large: ['megabytes'],
  image_too_many_pixels: ['megapixels'],
  image_broken: [],
  image_unknown: [],
  images_exhausted: ['images', 'megabytes'],
} as const;
