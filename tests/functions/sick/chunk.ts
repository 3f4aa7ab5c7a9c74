// The function of a chunk, with what plant.ts plants.
import './plant.ts';

export { handler } from '../../../functions/chunk.ts';
