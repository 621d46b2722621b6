/** Files that are shown inside the page of their item. */
export const PREVIEW_STYLE = `.preview { margin: 0; border: 1px solid var(--line); border-radius: 0.85rem; overflow: hidden; background: var(--raised); }
.preview figcaption { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0.1rem 1rem; padding: 0.6rem 1rem; border-bottom: 1px solid var(--line); font-size: var(--size-2); }
.preview figcaption b { font-weight: 600; }
.preview img { display: block; width: 100%; height: clamp(14rem, 55vh, 30rem); object-fit: contain; background: light-dark(#f4f3ef, #101314); }
.preview object { display: block; width: 100%; height: clamp(20rem, 80vh, 46rem); }
@media (max-width: 54rem) { .preview object { height: auto; } }
.preview object p { margin: 0; padding: 1rem; }
.preview audio { display: block; width: calc(100% - 2rem); margin: 1rem; }
.preview video { display: block; width: 100%; max-height: 32rem; aspect-ratio: 16 / 9; background: #000000; }
.preview pre { max-height: 26rem; margin: 0; border: 0; border-radius: 0; white-space: pre-wrap; }
.preview .scroll { max-height: 28rem; overflow: auto; }
.preview table { font-size: var(--size-1); }
.preview th, .preview td { padding: 0.5rem 1rem; min-width: 5rem; overflow-wrap: break-word; }
.preview thead th { position: sticky; top: 0; background: var(--raised); }
.preview tr:last-child td { border: 0; }
.preview .corners { margin: 0; padding: 0 1rem 0.7rem; font-size: var(--size-1); }
.map { display: block; width: 100%; height: auto; }
.map path { fill: none; stroke: var(--accent); stroke-width: 1.5; stroke-linejoin: round; }
.map .area { fill: var(--tint); fill-rule: evenodd; }
.map circle { fill: var(--second); stroke: var(--raised); stroke-width: 1; }
`;
