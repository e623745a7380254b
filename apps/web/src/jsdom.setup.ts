/** jsdom lays nothing out: what watches the size of an element never hears of one. */
class SizelessObserver implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

globalThis.ResizeObserver ??= SizelessObserver
