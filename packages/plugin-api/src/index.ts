export const apiVersion = "1.0.0"
