/** How a picture is laid out. */
export const imagePresets = [
  "branded_showcase",
  "person_holding_phone",
  "creator_testimonial",
  "problem_solution_split",
  "clean_app_store_mockup"
] as const
export type ImagePreset = (typeof imagePresets)[number]
