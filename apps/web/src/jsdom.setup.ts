/** jsdom lays nothing out: an observer of the size of an element never receives one. */
class SizelessObserver implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

globalThis.ResizeObserver ??= SizelessObserver

/** Nothing is known of a screen: no question about it is answered with yes. */
globalThis.matchMedia ??= (media) =>
  Object.assign(new EventTarget(), {
    media,
    matches: false,
    onchange: null,
    addListener() {},
    removeListener() {},
  })
