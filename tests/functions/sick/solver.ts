import './plant.ts';
import '../../../functions/careful/solver.ts';
