import 'no-such-package-of-anybody';
