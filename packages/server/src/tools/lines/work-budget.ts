/** Counts work, so that it comes to an end however large what is compared is. */
export class WorkBudget {
  readonly most: number;
  /** How much was done. */
  done = 0;

  constructor(most: number) {
    this.most = most;
  }

  /** Takes some of what is left. False when there is not enough: then the work must not be done. */
  spend(amount: number): boolean {
    if (this.done + amount > this.most) return false;
    this.done += amount;
    return true;
  }
}
