// The hatching of the away side as one path over a rectangle: strokes from bottom left to top right, cut at its edges.
export function hatch(x: number, y: number, width: number, height: number, step = 16): string {
  let path = '';
  for (let at = step; at < width + height; at += step) {
    const [x1, y1] = at <= height ? [x, y + at] : [x + at - height, y + height];
    const [x2, y2] = at <= width ? [x + at, y] : [x + width, y + at - width];
    path += `M${x1} ${y1}L${x2} ${y2}`;
  }
  return path;
}
