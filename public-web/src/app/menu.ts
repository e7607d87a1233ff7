/** The menu of small screens: its button opens and closes it, Escape and every link in it close it. */
export function followMenu(): void {
  document.addEventListener('click', ({ target }) => {
    const pressed = target as Element
    const { button, isOpen } = menu()
    if (button?.contains(pressed)) open(!isOpen)
    else if (pressed.closest('#hauptmenue a')) open(false)
  })
  document.addEventListener('keydown', ({ key }) => {
    const { button, isOpen } = menu()
    if (key !== 'Escape' || !isOpen) return
    open(false)
    button?.focus()
  })
}

function menu() {
  const button = document.querySelector<HTMLElement>('.head__menu')
  return { button, isOpen: button?.getAttribute('aria-expanded') === 'true' }
}

function open(isOpen: boolean): void {
  menu().button?.setAttribute('aria-expanded', String(isOpen))
  document.getElementById('hauptmenue')?.setAttribute('data-open', String(isOpen))
}
