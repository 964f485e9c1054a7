/** What writes copy, and what lays pictures out, where no model is asked: their versions, which answers carry. */
export const copyModel = "copy-rules@1"
export const layoutModel = "layout@1"
